import { serveKeyOperations } from './serveKeyOperations.ts'

// Entry of the key worker.
serveKeyOperations(self as unknown as Parameters<typeof serveKeyOperations>[0])
