// For packages that show a modal of their own beside the page's. Not covered by semantic versioning.
export type { AppKit } from './appKit.ts'
export { createAppKitInstance } from './createAppKitInstance.ts'
export type { AppKitOptions } from './options.ts'
