// What is loaded of the operator's features, by the modal and by its effects: one file, so that no part is shared with them.
export { applyStoredFeatures } from './applyStoredFeatures.ts'
export { watchFeatures } from './watchFeatures.ts'
