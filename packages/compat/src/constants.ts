export { ConstantsUtil } from './ConstantsUtil.ts'
