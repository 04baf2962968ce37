import { chatgpt } from './chatgpt';
import { claude } from './claude';
import { gemini } from './gemini';
import type { Site } from './site';

export const sites: readonly Site[] = [chatgpt, claude, gemini];

/** The site an address belongs to. Hosts are compared whole: `evilchatgpt.com` is not `chatgpt.com`. */
export const siteFor = (url: URL): Site | undefined =>
  sites.find((site) =>
    site.matches.some((pattern) => new URL(pattern.replace('*', '')).origin === url.origin),
  );
