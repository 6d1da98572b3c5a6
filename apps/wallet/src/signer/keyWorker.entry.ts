import { serveKeyOperations } from './serveKeyOperations.ts'

// The worker's whole program.
serveKeyOperations(self as unknown as Parameters<typeof serveKeyOperations>[0])
