// What is loaded lazily for permissions, as one file.
export { askListedRevocation } from './askListedRevocation.ts'
export { askPermission } from './askPermission.ts'
export { askRevocation } from './askRevocation.ts'
export { askRevokeAll } from './askRevokeAll.ts'
export { listGrantedPermissions } from './listGrantedPermissions.ts'
export { listPermissions } from './listPermissions.ts'
export { listPermissionTypes } from './listPermissionTypes.ts'
