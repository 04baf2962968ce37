import { z } from './schema';

const text = z.string();
const optionalText = z.optional(z.string());

/** A typed part of a message. `markdown` of a message joins its visible parts; reasoning and tool steps stay apart. */
export const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), markdown: text }),
  z.object({ type: z.literal('code'), text, language: optionalText, truncated: z.optional(z.boolean()) }),
  z.object({ type: z.literal('math'), tex: text, display: z.boolean() }),
  z.object({ type: z.literal('table'), markdown: text }),
  z.object({ type: z.literal('image'), alt: text, url: optionalText }),
  z.object({ type: z.literal('file'), name: text, url: optionalText }),
  /** Some pages name a source without its address. */
  z.object({ type: z.literal('citation'), url: optionalText, title: optionalText }),
  z.object({ type: z.literal('reasoning'), markdown: text }),
  z.object({ type: z.literal('tool_call'), name: text, markdown: text }),
  z.object({ type: z.literal('tool_result'), name: text, markdown: text }),
  z.object({ type: z.literal('artifact'), title: text, kind: optionalText, markdown: optionalText }),
]);

export type Block = z.infer<typeof blockSchema>;
