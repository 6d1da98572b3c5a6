/**
 * Which code the visitor is to type: that of a login, or one of the two of a change of e-mail address. `email` is the address
 * the code was sent to. With `signsIn`, the login signs in to the page as well, and typing the code is the consent to that,
 * too. The visitor typed `newEmail` in the page, which may have passed on another one.
 */
export type CodeQuestion =
  | { purpose: 'login'; email: string; signsIn?: boolean | undefined }
  | { purpose: 'primary' | 'secondary'; email: string; newEmail: string }
