import { manageText } from './copy.ts'

const minLength = 12

/** Returns in plain words how good a password is; `isEnough` if a backup can be made with it. */
export function describePassword(password: string): { text: string; isEnough: boolean } {
  const characters = [...password]
  if (characters.length === 0) return { text: manageText('manage.backup.rule'), isEnough: false }
  if (characters.length < minLength)
    return { text: manageText('manage.backup.short', { length: characters.length }), isEnough: false }
  if (new Set(characters).size < 6 || /^\d+$/.test(password))
    return { text: manageText('manage.backup.weak'), isEnough: true }
  return {
    text: characters.length < 18 ? manageText('manage.backup.fair') : manageText('manage.backup.good'),
    isEnough: true,
  }
}
