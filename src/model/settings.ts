import { z } from './schema';

export interface Settings {
  endpoint: { url: string; apiKey: string; space: string };
  capture: {
    enabled: boolean;
    sites: Record<string, boolean>;
    /** Paused everywhere until then; 0 for not at all. Times are epoch milliseconds. */
    until: number;
    /** Sites that are paused until then. */
    sitesUntil: Record<string, number>;
    /** Conversations that are paused, by `<site>/<key>`: until then, or `true` until they are resumed. */
    threads: Record<string, true | number>;
  };
}

export const defaultSettings: Settings = {
  endpoint: { url: '', apiKey: '', space: '' },
  capture: { enabled: true, sites: {}, until: 0, sitesUntil: {}, threads: {} },
};

const fields: {
  readonly [G in keyof Settings]: { readonly [F in keyof Settings[G]]: z.ZodMiniType<Settings[G][F]> };
} = {
  endpoint: { url: z.string(), apiKey: z.string(), space: z.string() },
  capture: {
    enabled: z.boolean(),
    sites: z.record(z.string(), z.boolean()),
    until: z.number(),
    sitesUntil: z.record(z.string(), z.number()),
    threads: z.record(z.string(), z.union([z.literal(true), z.number()])),
  },
};

/**
 * Settings from what was stored. A damaged field falls back to its default and is named, so that the options
 * page can say so; an absent one falls back in silence. One bad field never costs the others.
 */
export function readSettings(stored: unknown): { settings: Settings; damaged: string[] } {
  const settings = structuredClone(defaultSettings);
  const damaged: string[] = [];
  const root = record(stored, '', damaged);
  for (const [group, schemas] of Object.entries(fields)) {
    const values = record(root[group], group, damaged);
    for (const [field, schema] of Object.entries(schemas)) {
      if (values[field] === undefined) continue;
      const parsed = z.safeParse(schema, values[field]);
      if (!parsed.success) damaged.push(`${group}.${field}`);
      const value = parsed.success ? parsed.data : soundEntries(schema, values[field]);
      if (value !== undefined) Object.assign(settings[group as keyof Settings], { [field]: value });
    }
  }
  return { settings, damaged };
}

/** One bad entry does not cost the others either: what the user paused stays paused. */
function soundEntries(schema: z.ZodMiniType, value: unknown): object | undefined {
  const entries = Object.entries(record(value, '', []));
  const sound = entries.filter(([key, each]) => z.safeParse(schema, { [key]: each }).success);
  return sound.length > 0 ? Object.fromEntries(sound) : undefined;
}

function record(value: unknown, path: string, damaged: string[]): Record<string, unknown> {
  const parsed = z.safeParse(z.record(z.string(), z.unknown()), value ?? {});
  if (parsed.success) return parsed.data;
  damaged.push(path || 'settings');
  return {};
}
