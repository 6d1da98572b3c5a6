import { frameLimits } from '@portico/protocol/frame'
import type { FrameServices } from './FrameServices.ts'

/**
 * Returns an `askCode` that tells the page when a submitted code is not checked within the time of a login step. The form
 * stays open: the answer is still used when it comes.
 */
export function reportLateCodes({
  askCode,
  emit,
}: Pick<FrameServices, 'askCode' | 'emit'>): FrameServices['askCode'] {
  return (question) =>
    askCode({
      ...question,
      async enter(code) {
        const report = () => emit({ type: 'CODE_TIMED_OUT', payload: {} })
        const timer = setTimeout(report, frameLimits.loginTimeout)
        try {
          return await question.enter(code)
        } finally {
          clearTimeout(timer)
        }
      },
    })
}
