import { deriveAddress } from '../../messages/deriveAddress.ts'

/** Jupiter's program, version 6. */
export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** The account with which the program signs its events. Derived from `__event_authority`. */
export const eventAuthority = 'D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf'

/** Derives the account with which the program holds tokens during a swap. There are several, by number. */
export const programAuthority = (id: number): Promise<string> =>
  deriveAddress([new TextEncoder().encode('authority'), Uint8Array.of(id)], jupiterProgram)
