/** Numbers in words, in every form, by what they are in digits: who writes `3` may have read `three`. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
	[
		'0 zero ноль нуля нулю нулём',
		'1 one один одна одно одного одной одному одним одном одну',
		'2 two два две двух двум двумя двое',
		'3 three три трёх трех трём трем тремя трое',
		'4 four четыре четырёх четырех четырём четырем четырьмя четверо',
		'5 five пять пяти пятью пятеро',
		'6 six шесть шести шестью шестеро',
		'7 seven семь семи семью семеро',
		'8 eight восемь восьми восемью восьмью',
		'9 nine девять девяти девятью',
		'10 ten десять десяти десятью',
		'11 eleven одиннадцать одиннадцати одиннадцатью',
		'12 twelve двенадцать двенадцати двенадцатью',
		'13 thirteen тринадцать тринадцати тринадцатью',
		'14 fourteen четырнадцать четырнадцати четырнадцатью',
		'15 fifteen пятнадцать пятнадцати пятнадцатью',
		'16 sixteen шестнадцать шестнадцати шестнадцатью',
		'17 seventeen семнадцать семнадцати семнадцатью',
		'18 eighteen восемнадцать восемнадцати восемнадцатью',
		'19 nineteen девятнадцать девятнадцати девятнадцатью',
		'20 twenty двадцать двадцати двадцатью',
		'30 thirty тридцать тридцати тридцатью',
		'40 forty сорок сорока',
		'50 fifty пятьдесят пятидесяти пятьюдесятью',
		'60 sixty шестьдесят шестидесяти шестьюдесятью',
		'70 seventy семьдесят семидесяти семьюдесятью',
		'80 eighty восемьдесят восьмидесяти восемьюдесятью',
		'90 ninety девяносто девяноста',
		'100 сто ста',
	].flatMap((line) => {
		const [number, ...words] = line.split(' ');
		return words.map((word) => [word, Number(number)] as const);
	}),
);

/** Each word by itself, and with what it is added to: `twenty-five` is 25 and may be 5. */
export function numberWordsOf(text: string): string[] {
	const found: number[] = [];
	let sum = 0;
	let added = 0;
	for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
		const number = NUMBER_WORDS.get(word);
		const room = added === 100 ? 100 : added >= 20 ? 10 : 0;
		sum = number !== undefined && number > 0 && number < room ? sum + number : (number ?? 0);
		added = number ?? 0;
		if (number !== undefined) found.push(number, sum);
	}
	return found.map(String);
}
