// The lazy-loaded code for data of the gateway besides the views: one file, because modules shared between chunks
// would become a chunk of their own.
export { watchGateway } from '../modal/watchGateway.ts'
export { applyStoredFeatures } from './applyStoredFeatures.ts'
