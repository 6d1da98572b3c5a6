// What the modal and its effects load of what the gateway knows: one file, so that no part is shared with them.
export { watchGateway } from '../modal/watchGateway.ts'
export { applyStoredFeatures } from './applyStoredFeatures.ts'
