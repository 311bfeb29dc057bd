import type { Story } from './story.ts';

export const englishStories: readonly Story[] = [
	{
		title: 'New berths at Larkmouth',
		blocks: [
			'Larkmouth harbour opened 14 new berths and 6 cranes on 12 March 2026. The pier is 320 metres long.',
			'“The boats come back here first,” said harbour master Ana Duarte. Mayor Tom Hale cut the rope.',
			'In 2024 the harbour had 410 boats; now it has 560. The work took two winters.',
		],
		facts: [
			['Larkmouth harbour opened 14 new berths and 6 cranes on 12 March 2026.', 'b1'],
			['The pier is 320 metres long.', 'b1'],
			['Harbour master Ana Duarte said: “The boats come back here first”. Mayor Tom Hale cut the rope.', 'b2'],
			['The harbour has 560 boats now; in 2024 it had 410.', 'b3'],
		],
		clean: [
			'On 12 March the harbour opened 14 berths and six cranes on a pier of 320 metres. ' +
				'“The boats come back here first,” said the harbour master, Ana Duarte; the mayor, Tom Hale, cut the rope. It has 560 boats now.',
			'Larkmouth has 14 new berths. The pier is 320 metres long, and 560 boats use the harbour.',
			'The harbour grew from 410 boats in 2024 to 560. It opened 14 berths on 12 March 2026.',
			'Tom Hale cut the rope at the harbour of Larkmouth, which opened six cranes and 14 berths.',
		],
		faults: {
			number: [['560 boats', '650 boats']],
			unit: [['320 metres', '320 feet']],
			date: [['12 March', '21 March']],
			names: [
				['Ana Duarte', 'Tom Hale'],
				['the mayor, Tom Hale', 'the mayor, Ana Duarte'],
			],
			quote: [['The boats come back here first', 'We expect no boats before summer']],
			cause: [['cut the rope.', 'cut the rope. The old pier had burned down.']],
			outdated: [['It has 560 boats now', 'It has 410 boats now']],
			thing: [['14 berths and six cranes', '14 cranes and six berths']],
		},
	},
	{
		title: 'A clinic on wheels',
		blocks: [
			'The county bought a clinic on wheels for 480,000 euros. It visits 23 villages, each once in 9 days, from 4 May 2026.',
			'“Nobody should drive two hours for a vaccination,” said Dr Ilse Marten. The driver is Piet Brand.',
			'The van weighs 7.5 tonnes. The old one, sold in 2021, visited 11 villages.',
		],
		facts: [
			['The county bought a clinic on wheels for 480,000 euros.', 'b1'],
			['It visits 23 villages, each once in 9 days, from 4 May 2026.', 'b1'],
			['Dr Ilse Marten: “Nobody should drive two hours for a vaccination”. Piet Brand drives.', 'b2'],
			['The van weighs 7.5 tonnes; the old one, sold in 2021, visited 11 villages.', 'b3'],
		],
		clean: [
			'From 4 May a clinic on wheels visits 23 villages, each once in 9 days. It cost 480,000 euros and weighs 7.5 tonnes. ' +
				'“Nobody should drive two hours for a vaccination,” says Dr Ilse Marten; at the wheel sits Piet Brand.',
			'The county paid 480,000 euros for a van that weighs 7.5 tonnes. It visits 23 villages.',
			'Each of 23 villages sees the clinic once in 9 days, from 4 May 2026. The old van visited 11.',
			'Piet Brand drives the new clinic; Dr Ilse Marten works in it.',
		],
		faults: {
			number: [['480,000 euros', '840,000 euros']],
			unit: [['7.5 tonnes', '7.5 kilograms']],
			date: [['4 May', '4 June']],
			names: [
				['Dr Ilse Marten', 'Dr Piet Brand'],
				['sits Piet Brand', 'sits Ilse Marten'],
			],
			quote: [['Nobody should drive two hours for a vaccination', 'The hospital will be closed for good']],
			cause: [['7.5 tonnes. ', '7.5 tonnes, because the batteries are heavy. ']],
			outdated: [['visits 23 villages', 'visits 11 villages']],
			thing: [['23 villages, each once in 9 days', '9 villages, each once in 23 days']],
		},
	},
	{
		title: 'Night trains to the coast',
		blocks: [
			'From 18 June 2026 a night train runs from Brenz to the coast, 3 times a week. It has 8 coaches with 240 beds.',
			'“Sleep is the fastest way to travel,” said Karin Voss, who plans the line. Jonas Lind of the passengers’ union welcomed it.',
			'The trip takes 11 hours. A bed costs 59 euros; in 2019 it was 39.',
		],
		facts: [
			['From 18 June 2026 a night train runs from Brenz to the coast, 3 times a week.', 'b1'],
			['It has 8 coaches with 240 beds.', 'b1'],
			['Karin Voss, who plans the line: “Sleep is the fastest way to travel”. Jonas Lind of the passengers’ union welcomed it.', 'b2'],
			['The trip takes 11 hours. A bed costs 59 euros; in 2019 it was 39.', 'b3'],
		],
		clean: [
			'A night train runs to the coast from 18 June, 3 times a week: 8 coaches, 240 beds, 11 hours. A bed costs 59 euros. ' +
				'“Sleep is the fastest way to travel,” says its planner, Karin Voss. For the passengers Jonas Lind welcomed it.',
			'Brenz gets a night train with 240 beds. The trip takes 11 hours.',
			'A bed to the coast costs 59 euros, 20 more than in 2019.',
			'The train to the coast has 8 coaches and leaves 3 times a week from 18 June 2026.',
		],
		faults: {
			number: [['240 beds', '420 beds']],
			unit: [['11 hours', '11 days']],
			date: [['18 June', '8 June']],
			names: [
				['planner, Karin Voss', 'planner, Jonas Lind'],
				['passengers Jonas Lind', 'passengers Karin Voss'],
			],
			quote: [['Sleep is the fastest way to travel', 'Tickets for July are sold out']],
			cause: [['welcomed it.', 'welcomed it, since flights were cancelled.']],
			outdated: [['costs 59 euros', 'costs 39 euros']],
			thing: [['8 coaches, 240 beds', '240 coaches, 8 beds']],
		},
	},
	{
		title: 'A library that lends tools',
		blocks: [
			'Since 2 February 2026 the library of Osterby lends 350 tools to members, for 7 days at a time.',
			'“A drill is used for 12 minutes in its life,” said librarian Maja Krog. Carpenter Olaf Ness repairs what breaks.',
			'A membership costs 30 crowns a month; before 2025 it was 20. The library has 1,900 members.',
		],
		facts: [
			['Since 2 February 2026 the library of Osterby lends 350 tools, for 7 days at a time.', 'b1'],
			['Librarian Maja Krog: “A drill is used for 12 minutes in its life”. Carpenter Olaf Ness repairs what breaks.', 'b2'],
			['A membership costs 30 crowns a month; before 2025 it was 20.', 'b3'],
			['The library has 1,900 members.', 'b3'],
		],
		clean: [
			'Since 2 February the library lends 350 tools to 1,900 members, for 7 days at a time. Membership is 30 crowns a month. ' +
				'“A drill is used for 12 minutes in its life,” says librarian Maja Krog; carpenter Olaf Ness repairs what breaks.',
			'Osterby’s library has 350 tools to lend. Members keep one for 7 days.',
			'For 30 crowns a month 1,900 members borrow books and tools.',
			'What breaks is repaired by Olaf Ness, a carpenter.',
		],
		faults: {
			number: [['1,900 members', '9,100 members']],
			unit: [['7 days', '7 months']],
			date: [['2 February', '2 January']],
			names: [
				['librarian Maja Krog', 'librarian Olaf Ness'],
				['carpenter Olaf Ness', 'carpenter Maja Krog'],
			],
			quote: [['A drill is used for 12 minutes in its life', 'Nobody reads books any more']],
			cause: [['30 crowns a month.', '30 crowns a month, a rise that pays for the insurance.']],
			outdated: [['Membership is 30 crowns', 'Membership is 20 crowns']],
			thing: [['350 tools to 1,900 members', '1,900 tools to 350 members']],
		},
	},
	{
		title: 'Swifts over the old mill',
		blocks: [
			'On 30 May 2026 volunteers counted 86 nests of swifts and 19 of martins at the old mill of Fenwick.',
			'“They found every gap that we had left open,” said Ruth Okafor of the bird club. The mill belongs to Ben Sayer.',
			'In 2020 there were 52 nests of swifts. The birds fly in from 9,600 kilometres away.',
		],
		facts: [
			['On 30 May 2026 volunteers counted 86 nests of swifts and 19 of martins at the old mill of Fenwick.', 'b1'],
			['Ruth Okafor of the bird club: “They found every gap that we had left open”.', 'b2'],
			['The mill belongs to Ben Sayer.', 'b2'],
			['In 2020 there were 52 nests of swifts. The birds fly in from 9,600 kilometres away.', 'b3'],
		],
		clean: [
			'Volunteers counted 86 nests of swifts and 19 of martins at the mill on 30 May. The birds come from 9,600 kilometres away. ' +
				'“They found every gap that we had left open,” said Ruth Okafor of the bird club. The owner is Ben Sayer.',
			'At the mill of Fenwick there are 86 nests of swifts, up from 52 in 2020.',
			'Swifts fly 9,600 kilometres to reach the mill that belongs to Ben Sayer.',
			'The count of 30 May 2026 found 19 nests of martins too.',
		],
		faults: {
			number: [['86 nests', '68 nests']],
			unit: [['9,600 kilometres', '9,600 miles']],
			date: [['30 May', '13 May']],
			names: [
				['said Ruth Okafor', 'said Ben Sayer'],
				['owner is Ben Sayer', 'owner is Ruth Okafor'],
			],
			quote: [['They found every gap that we had left open', 'The mill will be torn down']],
			cause: [['away. ', 'away, driven north by the drought. ']],
			outdated: [['counted 86 nests', 'counted 52 nests']],
			thing: [['86 nests of swifts and 19 of martins', '19 nests of swifts and 86 of martins']],
		},
	},
	{
		title: 'A bridge for 400 buses',
		blocks: [
			'The Weir bridge reopened on 7 September 2026 after 15 months. It carries 400 buses and 5,200 cyclists a day.',
			'“It no longer sings in the wind,” said engineer Lena Fabian. Councillor Mark Oduya opened it.',
			'The deck is 28 metres wide. Repairs cost 31 million; the estimate of 2023 was 24 million.',
		],
		facts: [
			['The Weir bridge reopened on 7 September 2026 after 15 months.', 'b1'],
			['It carries 400 buses and 5,200 cyclists a day.', 'b1'],
			['Engineer Lena Fabian: “It no longer sings in the wind”. Councillor Mark Oduya opened it.', 'b2'],
			['The deck is 28 metres wide. Repairs cost 31 million; the estimate of 2023 was 24 million.', 'b3'],
		],
		clean: [
			'After 15 months the bridge reopened on 7 September. It carries 400 buses and 5,200 cyclists a day on a deck 28 metres wide. ' +
				'Repairs cost 31 million. “It no longer sings in the wind,” said engineer Lena Fabian, before councillor Mark Oduya opened it.',
			'The Weir bridge is open again. Repairs took 15 months and cost 31 million.',
			'Every day 5,200 cyclists cross the bridge, which is 28 metres wide.',
			'Mark Oduya opened the bridge on 7 September 2026.',
		],
		faults: {
			number: [['400 buses', '900 buses']],
			unit: [['15 months', '15 weeks']],
			date: [['7 September', '17 September']],
			names: [
				['engineer Lena Fabian', 'engineer Mark Oduya'],
				['councillor Mark Oduya', 'councillor Lena Fabian'],
			],
			quote: [['It no longer sings in the wind', 'It will stand for a hundred years']],
			cause: [['31 million.', '31 million, as rust had reached the cables.']],
			outdated: [['Repairs cost 31 million', 'Repairs cost 24 million']],
			thing: [['400 buses and 5,200 cyclists', '5,200 buses and 400 cyclists']],
		},
	},
	{
		title: 'School meals from the valley',
		blocks: [
			'From 1 October 2026 all 37 schools of the valley serve lunch from 16 farms nearby.',
			'“Children taste the difference,” said cook Dora Weiss. Farmer Emil Stark delivers the milk.',
			'A lunch costs 3.40 euros; last year it was 2.90. It has 650 calories.',
		],
		facts: [
			['From 1 October 2026 all 37 schools of the valley serve lunch from 16 farms nearby.', 'b1'],
			['Cook Dora Weiss: “Children taste the difference”. Farmer Emil Stark delivers the milk.', 'b2'],
			['A lunch costs 3.40 euros; last year it was 2.90.', 'b3'],
			['A lunch has 650 calories.', 'b3'],
		],
		clean: [
			'From 1 October the 37 schools of the valley cook with what 16 farms bring. A lunch of 650 calories costs 3.40 euros. ' +
				'“Children taste the difference,” says the cook, Dora Weiss. The milk is from the farm of Emil Stark.',
			'All 37 schools of the valley serve lunch from farms nearby.',
			'A lunch costs 3.40 euros, up from 2.90, and has 650 calories.',
			'Emil Stark is one of 16 farmers whose food the schools serve from 1 October 2026.',
		],
		faults: {
			number: [['650 calories', '560 calories']],
			unit: [['3.40 euros', '3.40 dollars']],
			date: [['1 October', '1 November']],
			names: [
				['the cook, Dora Weiss', 'the cook, Emil Stark'],
				['farm of Emil Stark', 'farm of Dora Weiss'],
			],
			quote: [['Children taste the difference', 'Meat is off the menu for good']],
			cause: [['farms bring.', 'farms bring, after a caterer went bankrupt.']],
			outdated: [['costs 3.40 euros', 'costs 2.90 euros']],
			thing: [['37 schools of the valley cook with what 16 farms', '16 schools of the valley cook with what 37 farms']],
		},
	},
	{
		title: 'A telescope on the roof',
		blocks: [
			'The university of Havel put a telescope with a mirror of 60 centimetres on its roof on 9 January 2026. 45 students use it.',
			'“The city is bright, and still we see Saturn,” said astronomer Vera Kolb. Student Amir Tal built the dome from 72 panels.',
			'The telescope has seen 5 comets. The one before it, of 1998, had a mirror of 25 centimetres.',
		],
		facts: [
			['The university of Havel put a telescope with a mirror of 60 centimetres on its roof on 9 January 2026.', 'b1'],
			['45 students use it.', 'b1'],
			['Astronomer Vera Kolb: “The city is bright, and still we see Saturn”. Student Amir Tal built the dome from 72 panels.', 'b2'],
			['It has seen 5 comets. The one before it, of 1998, had a mirror of 25 centimetres.', 'b3'],
		],
		clean: [
			'On 9 January a telescope went up on the roof, with a mirror of 60 centimetres. 45 students use it; it has seen 5 comets. ' +
				'“The city is bright, and still we see Saturn,” says astronomer Vera Kolb. Its dome of 72 panels was built by a student, Amir Tal.',
			'The new mirror has 60 centimetres, the one of 1998 had 25.',
			'At Havel 45 students look at the sky from the roof of their university.',
			'The dome has 72 panels, and Amir Tal built it.',
		],
		faults: {
			number: [['5 comets', '8 comets']],
			unit: [['60 centimetres', '60 metres']],
			date: [['9 January', '19 January']],
			names: [
				['astronomer Vera Kolb', 'astronomer Amir Tal'],
				['student, Amir Tal', 'student, Vera Kolb'],
			],
			quote: [['The city is bright, and still we see Saturn', 'We have found a new planet']],
			cause: [['roof, with', 'roof, because the hill was sold, with']],
			outdated: [['a mirror of 60 centimetres', 'a mirror of 25 centimetres']],
			thing: [
				['45 students', '72 students'],
				['72 panels', '45 panels'],
			],
		},
	},
];
