import type { Hex } from '../../chains/shared/Chain.ts'

/** Who wants an operation to be paid for, or sent. */
export type Caller = {
  projectId: string
  projectName: string
  /** The user of the session, or the sender if the project's server asks for it. */
  userId: string
  /** The wallet of the session; undefined: any, because the project's server vouches for it. */
  sender: Hex | undefined
}
