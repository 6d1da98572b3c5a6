import type { Language } from '../Language.ts'
import card from '../locales/it/card.json' with { type: 'json' }
import money from '../locales/it/money.json' with { type: 'json' }
import views from '../locales/it/views.json' with { type: 'json' }

export const it: Language = { tag: 'it', dir: 'ltr', messages: { ...card, ...views, ...money } }
