export { delegatorContracts, enforcerContracts } from './delegatorContracts.ts'
