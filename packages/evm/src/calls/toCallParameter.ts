import type { Call } from '@portico/core'

/** Writes a call as wallets read it. What is not set is left out. */
export function toCallParameter({ to, data, value }: Call): Record<string, string> {
  return {
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    ...(value === undefined ? {} : { value: `0x${value.toString(16)}` }),
  }
}
