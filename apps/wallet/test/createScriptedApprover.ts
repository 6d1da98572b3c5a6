import type { Approver, Failure } from '../src/approve/createApprover.ts'
import type { Decision, Question } from '../src/approve/Question.ts'

/** A visitor in a test: reads the question and answers it. */
export type ScriptedApprover = Approver & {
  asked: Question[]
  failed: Failure[]
  worked: string[]
  /** How often everything was over. */
  ended: number
}

/** Answers questions as the test says; without an answer they stay open until they are aborted. */
export function createScriptedApprover({
  answer = () => 'approved',
  onFailure = () => 'close',
}: {
  answer?: (question: Question) => Decision | Promise<Decision> | undefined
  onFailure?: (failure: Failure) => 'again' | 'close'
} = {}): ScriptedApprover {
  const approver: ScriptedApprover = {
    asked: [],
    failed: [],
    worked: [],
    ended: 0,
    ask(question, signal) {
      approver.asked.push(question)
      return new Promise((resolve, reject) => {
        signal.throwIfAborted()
        signal.addEventListener('abort', () => reject(signal.reason))
        const decision = answer(question)
        if (decision) resolve(decision)
      })
    },
    work: (_question, _name, text) => void approver.worked.push(text),
    async fail(failure) {
      approver.failed.push(failure)
      return onFailure(failure)
    },
    end() {
      approver.ended += 1
    },
  }
  return approver
}
