export { type Providers, ProviderUtil } from './ProviderUtil.ts'
