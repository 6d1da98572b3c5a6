import type { Language } from '../Language.ts'
import card from '../locales/ja/card.json' with { type: 'json' }
import money from '../locales/ja/money.json' with { type: 'json' }
import views from '../locales/ja/views.json' with { type: 'json' }

export const ja: Language = { tag: 'ja', dir: 'ltr', messages: { ...card, ...views, ...money } }
