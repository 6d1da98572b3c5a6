import { Problem } from './Problem.ts'

/**
 * Reads a query parameter with a fixed list of values, ignoring case.
 *
 * @param fallback returned if the parameter is missing or empty.
 * @throws {Problem} `invalid-request` with the parameter's name as pointer.
 */
export function readChoice<Choice extends string>({
  name,
  value,
  choices,
  fallback,
}: {
  name: string
  value: string | undefined
  choices: readonly Choice[]
  fallback: Choice
}): Choice {
  if (value === undefined || value === '') return fallback
  const choice = choices.find((choice) => choice === value.toLowerCase())
  if (choice) return choice
  const detail = `Must be one of ${choices.join(', ')}.`
  throw new Problem('invalid-request', {
    detail: `${name}: ${detail}`,
    errors: [{ pointer: name, detail }],
  })
}
