import { emailHandlers } from './emailHandlers.ts'
import type { FrameServices } from './FrameServices.ts'
import { farcasterHandlers } from './farcasterHandlers.ts'
import type { Handlers } from './Handlers.ts'
import { loginHandlers } from './loginHandlers.ts'
import { networkHandlers } from './networkHandlers.ts'
import { pageHandlers } from './pageHandlers.ts'
import { permissionHandlers } from './permissionHandlers.ts'
import { reportLateCodes } from './reportLateCodes.ts'
import { rpcHandlers } from './rpcHandlers.ts'
import { smartAccountHandlers } from './smartAccountHandlers.ts'
import { socialHandlers } from './socialHandlers.ts'
import { userHandlers } from './userHandlers.ts'

/** Creates the handlers of all messages of the frame protocol. A missing one is a type error. */
export function createHandlers(services: FrameServices): Handlers {
  const withCodes = { ...services, askCode: reportLateCodes(services) }
  return {
    ...loginHandlers(withCodes),
    ...socialHandlers(services),
    ...farcasterHandlers(services),
    ...userHandlers(services),
    ...networkHandlers(services),
    ...smartAccountHandlers(services),
    ...rpcHandlers(services),
    ...emailHandlers(withCodes),
    ...pageHandlers(services),
    ...permissionHandlers(services),
  }
}
