export { type Announcement, announceEmbedded } from './announceEmbedded.ts'
export { createEmbeddedProvider } from './createEmbeddedProvider.ts'
export type { EmbeddedOptions } from './EmbeddedOptions.ts'
export type { EmbeddedProvider, EmbeddedProviderEvents } from './EmbeddedProvider.ts'
