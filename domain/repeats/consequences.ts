/** Words of what comes of a matter: it is fined, stolen, extended, or the second of its kind. */
import { fold } from '../check/values/tidy.ts';
import { stemmed } from './stem.ts';

const CONSEQUENCES = `
fine fined sue sued court appeal complain complaint ban banned cancel cancelled resign investigate
investigation reopen reopened extend extended
expand stolen steal thief broke broken die dead arrest arrested recover award nominated sequel successor popular queue
survey result results delay delayed postpone overturn annul restore reject criticism criticise critic protest demand claim
insurer compensation refund lawsuit prosecutor suspend halt taken replace replaced second third next another more extra expansion
already finally still later since earlier again back return returned after despite follow grew success finished ready
damage winner thank anniversary months half year
штраф оштрафовать суд апелляция жалоба пожаловаться жаловаться запретить отменить отменили уволиться расследование возобновить продлить
расширить украсть украли кража сломаться умереть погибнуть арестовать задержать приз номинировать продолжение популярный очередь
опрос итог итоги задержка отложить перенести отклонить критика критиковать протест потребовать требовать просить
страховщик компенсация прокуратура приостановить заменить второй третий следующий другой больше дополнительный
уже наконец позже спустя ранее снова опять назад вернуть вернуться после несмотря успех готов раньше досрочно
ущерб победитель годовщина месяц полгода год подробности затопить треснуть забрать признать
`;
const stems = new Set(CONSEQUENCES.split(/\s+/).flatMap((word) => (word === '' ? [] : [stemmed(fold(word)).stem])));

export const isConsequence = (stem: string): boolean => stems.has(stem);
