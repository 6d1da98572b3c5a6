import type { Person } from './people.ts'

/** Returns a person's name as providers show it. */
export function fullName({ givenName, familyName }: Person): string {
  return `${givenName} ${familyName}`
}
