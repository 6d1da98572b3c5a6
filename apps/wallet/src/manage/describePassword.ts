import { manageCopy } from './copy.ts'

const minLength = 12
const copy = manageCopy.backup

/** Returns in plain words how good a password is; `isEnough` if a backup can be made with it. */
export function describePassword(password: string): { text: string; isEnough: boolean } {
  const characters = [...password]
  if (characters.length === 0) return { text: copy.rule, isEnough: false }
  if (characters.length < minLength) return { text: copy.short(characters.length), isEnough: false }
  if (new Set(characters).size < 6 || /^\d+$/.test(password)) return { text: copy.weak, isEnough: true }
  return { text: characters.length < 18 ? copy.fair : copy.good, isEnough: true }
}
