import { HttpProblem } from './HttpProblem.ts'

/**
 * Reads a query parameter that has a fixed list of values.
 *
 * @throws {HttpProblem} `invalid-request`, which names the parameter.
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
  throw new HttpProblem('invalid-request', {
    detail: `${name}: ${detail}`,
    errors: [{ pointer: name, detail }],
  })
}
