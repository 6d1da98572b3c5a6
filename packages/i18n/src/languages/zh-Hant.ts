import type { Language } from '../Language.ts'
import card from '../locales/zh-Hant/card.json' with { type: 'json' }
import money from '../locales/zh-Hant/money.json' with { type: 'json' }
import views from '../locales/zh-Hant/views.json' with { type: 'json' }

export const zhHant: Language = { tag: 'zh-Hant', dir: 'ltr', messages: { ...card, ...views, ...money } }
