import * as three from '@wagmi/core'
import * as two from 'wagmi-core-2'

/** What the tests use of `@wagmi/core`, in both supported major versions. */
export const majors = [
  { major: 2, core: two as unknown as typeof three },
  { major: 3, core: three },
] as const
