/**
 * Everyday words that say the same, in English and Russian: a line for each meaning, its words as a dictionary has them, and once more
 * where the stem changes. Other words of a text are rarer.
 */
import { fold } from '../check/values/tidy.ts';
import { stemmed } from './stem.ts';

const MEANINGS = `
market bazaar marketplace fair рынок рынка ярмарка базар
shop store shopkeeper магазин лавка магазинчик
bakery baker bread loaf пекарня пекарь хлеб булочная
cafe coffee coffeehouse кафе кофейня кофе
restaurant eatery diner ресторан столовая
chef cook kitchen повар кухня готовить шеф
food meal dish eat еда блюдо поесть обед питание
tea чай чайный
beer brewery пиво пивоварня
wine winery вино винодел
milk dairy молоко молочный
cheese сыр сыры
honey beekeeper bee hive мёд мед пчеловод пчела улей
fish fisherman fishing herring рыба рыбак рыболов рыбалка улов
meat sausage мясо колбаса
fruit apple berry фрукт яблоко ягода
vegetable bean potato cabbage овощ картофель картошка капуста
seed sow семя семена сеять
garden gardener сад садовник огород
flower bloom blossom tulip цветок цветка цветы цвести
tree oak lime pine дерево деревья дуб липа сосна
forest wood woodland лес лесной лесничий
grass lawn meadow трава луг газон
farm farmer ферма фермер хозяйство
field поле
grain wheat harvest crop yield зерно пшеница урожай урожайность
cow cattle herd корова скот стадо
horse лошадь конь кони
sheep goat wool овца коза овечий шерсть
pig свинья поросёнок
dog puppy spaniel собака щенок пёс спаниель
cat kitten кот кошка котёнок котята
bird stork owl gull tit птица аист сова синица
bear медведь медведица медвежонок медвежата
wolf wolves волк
fox лиса
seal тюлень нерпа
whale minke dolphin кит киты дельфин полосатик
frog toad лягушка жаба
insect butterfly beetle насекомое бабочка жук
animal beast zoo зверь животное зоопарк
pup cub calf детёныш
nest гнездо
school pupil schoolboy schoolgirl classroom class школа школьник школьный ученик класс
teacher headmistress lesson учитель учительница педагог преподаватель урок
student university faculty college студент университет вуз институт
exam grade экзамен оценка егэ
child children kid toddler ребёнок дети детский малыш
nursery kindergarten сад детсад воспитатель
parent mother father мать мама отец родитель папа
grandmother granny grandma бабушка
grandfather grandpa дедушка дед
brother sister брат сестра
wife husband couple wedding marry married жена муж супруг свадьба пожениться женить
family семья семейный
woman women female женщина женский
man men мужчина мужской
girl девочка девушка
boy мальчик парень
baby newborn младенец новорождённый
pensioner elderly old age pension пенсионер пожилой пенсия
friend neighbour друг друзья сосед соседка
resident inhabitant local townspeople житель горожанин местный
visitor guest tourist traveller посетитель гость турист
passenger commuter пассажир
volunteer helper доброволец волонтёр помощник
worker employee staff job position рабочий работник сотрудник персонал штат место
work labour работа работать трудиться
hire recruit нанять набирать принять
dismiss fire sack layoff уволить сократить сокращение
salary wage pay rise зарплата оклад прибавка надбавка
strike walkout забастовка бастовать
union association профсоюз союз объединение ассоциация
company firm business enterprise компания фирма предприятие бизнес
factory plant mill works завод фабрика
maker producer manufacture производитель выпускать производство
start-up startup founder founded стартап основатель основать
investor invest raised инвестор вложить привлечь
bank loan credit банк кредит заём
money fund sum деньги средства сумма
budget treasury бюджет казна
debt owe долг задолженность
price cost dear dearer expensive цена стоимость подорожать дорогой стоить
cheap cheaper discount дешёвый дешевле скидка
free gratis бесплатно бесплатный даром
fee fine charge penalty штраф плата пошлина сбор
tax налог
rent tenant landlord lease аренда жилец жильцы съёмщик арендатор
ticket билет
sale sell sold продавать продать продажа
buy purchase bought купить покупать закупить покупатель покупка
trader seller vendor stallholder продавец торговец
customer client клиент
order заказ заказать
export import экспорт импорт вывоз
gift present donate donation подарок дарить пожертвовать пожертвование
charity collect raise благотворительный собрать сбор
win won winner victory beat победа выиграть победить победитель обыграть
lose lost defeat проиграть потерять поражение
prize award medal trophy cup приз премия награда медаль кубок кубка
record best highest рекорд рекордный лучший
champion championship title чемпион чемпионат титул
final finalist финал
match game игра матч играть
player footballer footballers игрок футболист
team squad side команда сборная
coach trainer тренер
football soccer футбол
hockey хоккей
chess шахматы гроссмейстер шахматист
race run runner marathon гонка забег бегун марафон бежать
swim swimmer pool плыть пловец бассейн плавать
bicycle bike cyclist cycling велосипед велосипедист велодорожка
ski skiing skier лыжи лыжник
goal score гол забить шайба
stadium arena стадион арена
race contest competition конкурс соревнование состязание турнир tournament
festival fete celebration holiday фестиваль праздник праздновать
concert orchestra концерт оркестр
music musician song музыка музыкант песня
choir sing singer хор петь певец певица певческий
piano pianist рояль пианино пианист
organ violin guitar instrument орган скрипка гитара инструмент
theatre stage play premiere театр сцена спектакль премьера
actor actress актёр актриса
director режиссёр
film movie cinema фильм кино кинотеатр картина съёмки
photo photograph picture camera фото фотография снимок камера
exhibition show display выставка показать показ
museum collection collector музей коллекция коллекционер экспонат
gallery галерея
painting painter canvas artist картина живопись художник художница холст
statue monument sculpture памятник статуя скульптура
book novel books книга роман книжный
library librarian библиотека библиотекарь
reader read читатель читать
write writer author писатель автор писать
poem poet verse стихотворение стихи поэт строка
letter письмо письма
newspaper magazine газета журнал
dictionary lexicon lexicographer словарь
word language слово язык
story tale рассказ сказка история
archive архив
church chapel parish церковь храм приход
monastery monk nun монастырь монах монахиня
priest pastor bishop священник епископ
bell колокол колокольчик звонок звонить
cathedral собор
castle fortress palace замок крепость дворец
tower lighthouse башня маяк
house home дом дома домик
flat apartment квартира
room hall зал комната
roof крыша кровля
wall стена
door gate дверь ворота
window glass окно стекло стеклянный
floor storey этаж
building built build builder construct construction здание строить построить строитель строительство постройка достроить
repair renovate renovation refurbish restore restoration restorer ремонт ремонтировать отремонтировать реставрация реставратор починить
demolish tear снести снос
street avenue road lane улица проспект переулок дорога
square plaza площадь
park парк сквер
playground площадка
bench скамейка лавочка скамья
city town municipal municipality город городской горожане
village hamlet деревня село посёлок посёлка сельский
district quarter neighbourhood район квартал
region province county область регион край
country nation страна
capital столица столичный
island остров острова
mountain hill peak гора горы холм вершина
river stream река
lake pond озеро пруд
sea ocean bay coast shore beach море океан залив берег побережье пляж
harbour port quay pier dock порт причал набережная гавань
water вода водный
ice glacier frozen лёд ледник ледовый
snow snowfall snowdrift снег снегопад сугроб
rain downpour shower дождь ливень
storm hurricane gale thunderstorm шторм ураган буря гроза
wind gust ветер порыв
flood flooding flooded наводнение потоп затопить паводок паводка
drought dry засуха сухой
heat hot hotter warm жара жаркий тепло тёплый
cold frost мороз холод холодный
temperature degree температура градус термометр
weather forecast forecaster meteorologist погода прогноз синоптик
earthquake quake tremor землетрясение толчок
volcano eruption erupt вулкан извержение
fire blaze burnt burn flames пожар огонь сгореть гореть загореться возгорание
firefighter пожарный
smoke дым
explosion blast взрыв
accident crash collision derailment авария столкновение дтп
injured hurt wounded injury ранен пострадать пострадавший травма
dead die died death killed погибнуть умереть смерть
rescue rescuer save saved спасти спасатель спасение
evacuate эвакуировать эвакуация
police officer полиция полицейский
thief theft steal stolen robbery вор кража украсть украли похитить
crime criminal convict преступление преступник осуждённый
prison jail inmate тюрьма колония заключённый
court judge ruling trial суд судья решение приговор
lawyer attorney адвокат юрист
law bill act закон законопроект
ban banned forbid prohibit запрет запретить запрещать
rule regulation правило
parliament mps lawmaker deputy парламент депутат дума
government cabinet ministry правительство министерство
minister министр
president президент
mayor мэр градоначальник
governor губернатор
council councillor совет мэрия администрация
election elect vote voter ballot выборы избрать голос проголосовать голосование избиратель
party coalition opposition партия коалиция оппозиция
protest rally demonstration протест митинг
war army soldier military война армия солдат военный
border граница
refugee migrant беженец мигрант
hospital clinic больница клиника госпиталь поликлиника
doctor physician врач доктор
dentist dental tooth стоматология стоматолог зубной зуб
nurse медсестра сестра
patient пациент больной
vaccine vaccination vaccinate shot jab flu прививка вакцина вакцинация грипп
virus disease illness infection вирус болезнь заболевание инфекция
medicine drug pharmacy chemist лекарство аптека
vet veterinarian ветеринар
blood кровь
blind незрячий слепой
heart сердце
eye глаз
hand рука
scientist researcher science исследователь учёный наука
discover discovery found найти нашли обнаружить открытие находка
species вид
archaeologist excavation dig археолог раскопки
astronomer telescope observatory comet star astronomy астроном телескоп обсерватория комета звезда
space satellite orbit rocket космос спутник орбита ракета
moon eclipse луна затмение
physics physicist физик физика
laboratory experiment trial опыт эксперимент лаборатория испытание
robot drone робот беспилотный дрон
computer software program компьютер программа
app application smartphone приложение
phone telephone mobile телефон
internet website online сайт интернет сеть онлайн
data leak данные утечка
battery charge charger аккумулятор батарея зарядка
electric electricity power current электричество электрический свет ток
energy solar panel wind turbine энергия солнечный
gas газ
oil petrol fuel нефть топливо бензин
nuclear reactor атомный реактор
car automobile driver машина автомобиль водитель
truck lorry lorries грузовик фура
bus buses автобус
tram tramline streetcar трамвай вагон
metro subway underground escalator метро эскалатор
train railway rail locomotive поезд железнодорожный паровоз электричка
station stop вокзал станция остановка
track line route line маршрут линия рейс
ferry boat ship vessel sailor паром судно корабль лодка моряк
plane flight aircraft самолёт рейс борт
airport terminal аэропорт терминал
airline pilot авиакомпания пилот
bridge viaduct мост виадук
tunnel тоннель туннель
parking парковка стоянка
traffic движение
speed fast faster скорость быстрый
hotel hostel guesthouse отель гостиница
open opens opening opened открыть открываться открытие заработать открылся
close closed shut closure закрыть закрываться закрытие
start begin began launch начать начаться запустить старт запуск стартовать
end finish ended over закончить завершить окончание конец
stop halt остановить прекратить
return back вернуть вернуться возвращать возвращение
move relocate переехать переезд перенести
leave left quit уйти уходить покинуть
arrive come came приехать прибыть прийти
go run ходить ехать пойти
bring brought carry carried deliver принести привезти везти доставить переносить
get receive получить получать
give gave hand отдать дать давать выдать
take took взять брать
make made сделать делать создать
put place placed поставить установить положить
hang повесить висеть
lend borrow borrowed выдавать одолжить взаймы
keep kept хранить держать
find look search искать поиск
show reveal показывать показ
change replace replaced менять заменить изменить замена
grow rise increase raise up расти вырасти повысить увеличить рост
fall drop decrease cut lower упасть снизить падение сократить
count number counted считать насчитать число
measure измерить измерять
need want хотеть нужно требовать demand
plan intend планировать план собираться
promise pledge обещать обещание
help помощь помочь помогать
choose chose pick selected выбрать выбор
say tell report announce сказать сообщить рассказать заявить
ask request просить попросить
call name named назвать называть имя
know learn узнать знать
think believe думать считать
like love любить нравиться
live живёт жить
sleep wake спать просыпаться сон
wait queue ждать очередь
drive drove ехать водить
walk пешком гулять прогулка ходить
catch caught поймать ловить
hunt hunter охота охотник отстрелить
sink sank wreck затонуть тонуть
dive diver нырять водолаз
break broke crack сломать трещина треснуть
leak drip протекать течь капать
clean cleaned cleaner чистить убирать уборка
paint painted красить покрасить
lead led возглавить вести
first первый впервые
last final последний
new newly новый новинка
old ancient старый древний старинный
big large huge giant большой огромный крупный гигантский
small little tiny маленький крошечный
long length длинный длина
high height высокий высота
deep depth глубина глубокий
heavy weigh weight тяжёлый весить вес
young молодой юный
famous known известный знаменитый
rare редкий
secret hidden hide тайный скрыть спрятать
quiet silence silent тихий тишина
loud noise громкий шум
empty пустой
full полный
black чёрный
white белый
red красный
green зелёный
blue синий голубой
day день дня сутки
night nightly ночь ночной ночью
morning утро утром утренний
evening вечер вечерний
week weekly неделя еженедельный
weekend выходной выходные
month monthly месяц
year annual yearly год ежегодный лет
century век столетие
hour час
minute минута
summer лето летний
autumn fall осень осенний
winter зима зимний
spring весна весенний
today now сегодня сейчас теперь
world global мир мировой
people person люди человек
thousand тысяча
million миллион
half половина полгода
percent процент
euro евро
dollar доллар
rouble ruble рубль
metre meter метр
kilometre kilometer километр
kilogram килограмм
ton тонна
chair boss head chief глава руководитель начальник директор head
engineer инженер конструктор designer
owner хозяин хозяйка владелец владелица
organiser organizer организатор
expert specialist эксперт специалист
witness eyewitness очевидец свидетель
crowd thousands audience spectator толпа зритель публика
radio television tv channel радио телевидение телеканал
game videogame studio студия
toy doll игрушка кукла
clothes dress shirt coat одежда платье рубашка
shoe boot обувь ботинок
lamp light torch lantern лампа фонарь свет
clock watch часы
key lock ключ замок
box locker cabinet cupboard wardrobe drawer шкаф ящик коробка
bag basket сумка корзина пакет
table chair стол стул
bed кровать
stone rock камень скала
gold silver золото серебро золотой
iron steel metal железо металл сталь утюг
plastic waste rubbish litter recycle мусор пластик отходы переработка
paper бумага
umbrella зонт
map карта
flag флаг
coin banknote монета купюра
stamp марка
recipe рецепт
sauna bath steam баня сауна
cemetery grave funeral кладбище могила похороны farewell прощание
birthday anniversary jubilee юбилей годовщина рождения
christmas рождество новогодний ёлка
tradition custom традиция обычай
`;

const meanings = new Map<string, number[]>();
for (const [at, line] of MEANINGS.trim().split('\n').entries())
	for (const word of line.split(' ')) {
		const { stem } = stemmed(fold(word));
		meanings.set(stem, [...(meanings.get(stem) ?? []), at]);
	}

/** What a stem may mean, as numbers of lines; none for a rarer word. */
export const meaningsOf = (stem: string): readonly number[] => meanings.get(stem) ?? [];
