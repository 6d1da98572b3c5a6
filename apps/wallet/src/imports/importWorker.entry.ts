import { serveKeyOperations } from '../signer/serveKeyOperations.ts'
import { createImportOperations } from './createImportOperations.ts'

// Entry of the worker that imports a wallet.
serveKeyOperations(self as unknown as Parameters<typeof serveKeyOperations>[0], createImportOperations())
