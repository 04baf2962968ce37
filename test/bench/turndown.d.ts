/** What the benchmark uses of two packages that bring no types. */

declare module 'turndown' {
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default class TurndownService {
    constructor(options?: Readonly<Record<string, string>>);
    use(plugin: (service: TurndownService) => void): this;
    turndown(element: Node): string;
  }
}

declare module '@joplin/turndown-plugin-gfm' {
  export const gfm: (service: import('turndown').default) => void;
}
