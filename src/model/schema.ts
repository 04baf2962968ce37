import { config } from 'zod/mini';

// Zod probes `new Function` for speed; an extension's content security policy reports that as a violation.
config({ jitless: true });

export * as z from 'zod/mini';
