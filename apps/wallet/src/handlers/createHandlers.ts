import { emailHandlers } from './emailHandlers.ts'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'
import { loginHandlers } from './loginHandlers.ts'
import { networkHandlers } from './networkHandlers.ts'
import { pageHandlers } from './pageHandlers.ts'
import { rpcHandlers } from './rpcHandlers.ts'
import { userHandlers } from './userHandlers.ts'

/** What the frame does for each message of the protocol. The compiler shows the one that is missing. */
export function createHandlers(services: FrameServices): Handlers {
  return {
    ...loginHandlers(services),
    ...userHandlers(services),
    ...networkHandlers(services),
    ...rpcHandlers(services),
    ...emailHandlers(services),
    ...pageHandlers(services),
  }
}
