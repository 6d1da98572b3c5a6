export * from '@portico/react'
// A name that is exported here takes precedence over the package's.
export { createBasicAppKit as createAppKit } from './createBasicAppKit.ts'
