import { fileURLToPath } from 'node:url'

/** The build's output folder. Not in `src` or `dist`, because other builds empty those. */
export const catalogueFolder = fileURLToPath(new URL('../data/', import.meta.url))
