export { type ChangeSmartAccountParameters, changeSmartAccount } from './changeSmartAccount.ts'
export { forgetEndedChanges } from './forgetEndedChanges.ts'
export { type GrantedPermission, permissionsQuery } from './permissionsQuery.ts'
export { type SmartAccountOnNetwork, smartAccountsQuery } from './smartAccountsQuery.ts'
