import { RpcError, rpcErrorCodes } from '@portico/protocol'

const minute = 60_000
const mostPrompts = 10
const mostRejects = 3
const muteFor = 30_000

/** How often a page may ask: a wallet that is asked all the time is approved at last. */
export interface PromptLimits {
  /** Counts a question. @throws {RpcError} -32005 while there were too many. */
  admit(): void
  /** Counts a no; three in a minute and the page is not heard for half a minute. */
  reject(): void
  /** Whether the visitor has refused enough to be offered to block the page. */
  offersBlock(): boolean
}

/** The limits of one origin: 10 questions a minute, and 30 seconds of silence after 3 rejections in a minute. */
export function createPromptLimits({ now }: { now: () => number }): PromptLimits {
  let prompts: number[] = []
  let rejects: number[] = []
  let mutedUntil = 0
  const recent = (times: number[]) => times.filter((time) => now() - time < minute)

  return {
    admit() {
      prompts = recent(prompts)
      if (now() < mutedUntil) refuse('The visitor rejected several requests of this page', mutedUntil)
      if (prompts.length >= mostPrompts) refuse('This page asks too often', (prompts[0] ?? 0) + minute)
      prompts.push(now())
    },
    reject() {
      rejects = [...recent(rejects), now()]
      if (rejects.length < mostRejects) return
      mutedUntil = now() + muteFor
      rejects = rejects.slice(1)
    },
    offersBlock: () => recent(rejects).length >= mostRejects - 1,
  }

  function refuse(why: string, until: number): never {
    const seconds = Math.max(1, Math.ceil((until - now()) / 1000))
    throw new RpcError({
      rpcCode: rpcErrorCodes.limitExceeded,
      message: `${why}: try again in ${seconds} seconds.`,
      code: 'too-many-requests',
    })
  }
}
