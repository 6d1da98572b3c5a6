import type { Approver, Failure } from '../src/approve/createApprover.ts'
import type { Decision, Question } from '../src/approve/Question.ts'

/** A scripted visitor, and what was shown to it. */
export type ScriptedApprover = Approver & {
  questions: Question[]
  failures: Failure[]
  /** Texts of the progress views. */
  progress: string[]
  /** Presses Reject in the progress view. */
  rejectProgress(): void
  /** Number of `hide` calls, which report that no request is open. */
  endCount: number
}

/** Creates an approver that answers with `answer`. A question without an answer stays open until it is aborted. */
export function createScriptedApprover({
  answer = () => 'approved',
  onFailure = () => 'close',
}: {
  answer?: (question: Question) => Decision | Promise<Decision> | undefined
  onFailure?: (failure: Failure) => 'again' | 'close'
} = {}): ScriptedApprover {
  const approver: ScriptedApprover = {
    questions: [],
    failures: [],
    progress: [],
    endCount: 0,
    ask(question, signal) {
      approver.questions.push(question)
      return new Promise((resolve, reject) => {
        signal.throwIfAborted()
        signal.addEventListener('abort', () => reject(signal.reason))
        const decision = answer(question)
        if (decision) resolve(decision)
      })
    },
    showProgress(_question, _name, text, onReject = () => {}) {
      approver.progress.push(text)
      approver.rejectProgress = onReject
    },
    rejectProgress() {},
    async showFailure(failure) {
      approver.failures.push(failure)
      return onFailure(failure)
    },
    hide() {
      approver.endCount += 1
    },
  }
  return approver
}
