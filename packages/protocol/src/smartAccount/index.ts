export { delegatorContracts, enforcerContracts } from './delegatorContracts.ts'
export { delegationPrefix, smartAccountCode } from './smartAccountCode.ts'
export { type UnsignedOperation, unsignedOperationTypedData } from './unsignedOperationTypedData.ts'
