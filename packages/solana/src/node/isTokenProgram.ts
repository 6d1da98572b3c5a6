import { programs } from '../messages/programs.ts'

/** Whether a program keeps tokens: SPL Token or Token-2022. */
export const isTokenProgram = (program: string): boolean =>
  program === programs.token || program === programs.token2022
