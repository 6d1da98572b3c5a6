import { fileURLToPath } from 'node:url'

/** Where the build writes, beside `src` and `dist`: those are emptied by other builds. */
export const catalogueFolder = fileURLToPath(new URL('../data/', import.meta.url))
