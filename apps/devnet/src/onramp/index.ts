export {
  type CreateOnrampServerParameters,
  createOnrampServer,
  type OnrampServer,
} from './createOnrampServer.ts'
export { localOnramp } from './localOnramp.ts'
export type { Order } from './Order.ts'
