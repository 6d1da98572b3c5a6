export { CoreHelperUtil } from '@portico/react'
export { ConstantsUtil } from './ConstantsUtil.ts'
