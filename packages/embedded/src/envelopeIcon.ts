/** The icon of a wallet that visitors log in to by e-mail, as `data:` URI. */
export const envelopeIcon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 96 96%22%3E%3Crect width=%2296%22 height=%2296%22 fill=%22%23175ae3%22/%3E%3Cpath fill=%22none%22 stroke=%22%23fff%22 stroke-width=%226%22 stroke-linejoin=%22round%22 d=%22M22 30h52v36H22zl26 22 26-22%22/%3E%3C/svg%3E'
