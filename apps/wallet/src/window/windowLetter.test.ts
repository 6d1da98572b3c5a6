import { base64urlnopad } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { SealBrokenError } from '../keys/sealing.ts'
import { makeLetter, openLetter, readFragment, sealLetter, toFragment } from './windowLetter.ts'

const question = { kind: 'question' } as const
const yes = { t: 'decision', decision: 'approved' }
const refused = (opening: Promise<unknown>) => expect(opening).rejects.toThrow(SealBrokenError)

describe('windowLetter', () => {
  test('behavior: question and answer open in their place', async () => {
    const letter = makeLetter()
    const asked = await sealLetter(letter, question, { title: 'Allow 1 000 DUSD' })
    const read = await openLetter(letter, question, asked.sealed)
    expect(read).toEqual({ content: { title: 'Allow 1 000 DUSD' }, digest: asked.digest })
    const answered = await sealLetter(letter, { kind: 'answer', to: read.digest }, yes)
    const { content } = await openLetter(letter, { kind: 'answer', to: asked.digest }, answered.sealed)
    expect(content).toEqual(yes)
    expect(asked.sealed).not.toContain(letter.key)
  })

  test('error: with another key, and with another letter’s id', async () => {
    const letter = makeLetter()
    const { sealed } = await sealLetter(letter, question, 'x')
    await refused(openLetter({ ...letter, key: makeLetter().key }, question, sealed))
    await refused(openLetter({ ...letter, id: makeLetter().id }, question, sealed))
    await refused(openLetter(makeLetter(), question, sealed))
  })

  test('error: a question as an answer, an answer as a question, an answer to another question', async () => {
    const letter = makeLetter()
    const one = await sealLetter(letter, question, 'one')
    const other = await sealLetter(letter, question, 'other')
    const toOne = { kind: 'answer', to: one.digest } as const
    const toOther = { kind: 'answer', to: other.digest } as const
    const answer = await sealLetter(letter, toOther, yes)
    await refused(openLetter(letter, question, answer.sealed))
    await refused(openLetter(letter, toOne, one.sealed))
    await refused(openLetter(letter, toOne, answer.sealed))
    await refused(openLetter(letter, { kind: 'answer', to: new Uint8Array() }, answer.sealed))
  })

  test('error: two letters whose texts were swapped', async () => {
    const [a, b] = [makeLetter(), makeLetter()]
    const [inA, inB] = [await sealLetter(a, question, 'same'), await sealLetter(b, question, 'same')]
    await refused(openLetter(a, question, inB.sealed))
    await refused(openLetter(b, question, inA.sealed))
    // The digests are the same, as the questions are: the letters are not.
    const answer = await sealLetter(a, { kind: 'answer', to: inA.digest }, yes)
    await refused(openLetter(b, { kind: 'answer', to: inB.digest }, answer.sealed))
  })

  test('error: every bit that is flipped, every byte that is cut off or added, and what is no base64url', async () => {
    const letter = makeLetter()
    const { sealed } = await sealLetter(letter, question, yes)
    const bytes = base64urlnopad.decode(sealed)
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = bytes.slice()
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
      await refused(openLetter(letter, question, base64urlnopad.encode(changed)))
    }
    for (const other of [bytes.subarray(1), bytes.subarray(0, -1), new Uint8Array([...bytes, 0])])
      await refused(openLetter(letter, question, base64urlnopad.encode(other)))
    for (const text of ['', 'A', '!', `${sealed}=`, ` ${sealed}`])
      await refused(openLetter(letter, question, text))
  })

  test('behavior: the secrets are new each time, and come back from an address', () => {
    const letter = makeLetter()
    expect(makeLetter()).not.toEqual(letter)
    expect(readFragment(toFragment(letter))).toEqual(letter)
    for (const hash of [
      '',
      '#',
      `#${letter.key}`,
      `#${letter.id}.`,
      `${toFragment(letter)}&a=b`,
      `#a.${letter.key}`,
    ])
      expect(readFragment(hash)).toBeUndefined()
  })
})
