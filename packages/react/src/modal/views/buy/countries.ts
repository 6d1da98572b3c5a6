/** The countries by the first letter of their code: that letter, and then the second letter of each. */
const letters =
  'ADEFGILMORSTUWXZ BABDEFGHIJLMNOQRSTWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGRST FIJKMOR GABDEFGHILMNPQRTUWY ' +
  'HKNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM ' +
  'PAEFGHKLMRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS XK YET ZAMW'

/** ISO 3166-1 alpha-2 codes of all countries. Their names come from the browser. */
export const countries: readonly string[] = letters
  .split(' ')
  .flatMap(([first, ...others]) => others.map((second) => `${first}${second}`))
