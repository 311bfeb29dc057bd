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
ring bracelet necklace jewel jewellery кольцо кольца браслет украшение ювелир
soup broth суп бульон
sheet blanket plaid cloth textile простыня одеяло плед ткань
pie cake bun pastry biscuit пирог булка торт печенье выпечка
egg chicken hen яйцо яйца курица
salt sugar spice pepper соль сахар пряность перец
tomato cucumber помидор огурец огурцы томат
mushroom гриб грибы
nut chestnut орех каштан
potter pottery ceramic jug clay гончар керамика глина кувшин
weaver weave knit sew tailor dressmaker lace ткач вязать шить портной портниха кружево
button zip пуговица
smith forge welder weld кузнец ковать сварщик сварить
carpenter joiner wood wooden столяр плотник деревянный
tool hammer nail инструмент молоток гвоздь
machine device mechanism машина устройство механизм прибор
engine motor двигатель мотор моторный
wheel tyre колесо шина
trailer caravan прицеп
motorcycle scooter мотоцикл самокат
taxi cab таксист такси
conductor кондуктор проводник дирижёр
postman postwoman post mail parcel почта почтальон посылка почтовый
bottle can tin jar бутылка банка консервы консервный
oven stove furnace печь плита печка
rubbish bin урна
wash laundry washing стирать стирка прачечная мыть
shower bathroom душ ванная туалет toilet
hair hairdresser barber beard волосы парикмахер борода
face cheek nose лицо нос
voice голос
tear weep cry слёзы слеза плакать
laugh smile joke funny смеяться смех улыбка шутка
dream мечта мечтать сниться
fear afraid scared страх бояться испугать
angry anger upset злой возмущение возмутить
happy glad joy delighted рад радость счастье довольный
sad grief mourn печаль горе скорбь
lonely alone один одинокий
poor poverty homeless бедный бедность бездомный
rich wealthy богатый
strong power сила сильный
weak слабый
safe safety security безопасность безопасный охрана guard
danger dangerous risk warn опасность опасный риск предупредить
lie false fake обман ложь подделка поддельный
truth true правда
agree agreement deal contract согласие согласиться договор соглашение сделка
meet meeting gather assembly встреча встретить встретиться собрание собраться
visit guide tour посетить посещение экскурсия
invite invitation пригласить приглашение
guest гость гости
play tour гастроли
dance dancer ballet танец танцы танцор балет балерина
opera опера оперный
circus clown цирк клоун
magic magician фокус фокусник
puppet кукольный
comic cartoon animation мультфильм комикс
draw drawing sketch рисунок рисовать нарисовать
colour color dye цвет краска
sculptor скульптор
architect architecture архитектор архитектура
designer design fashion дизайн дизайнер мода
model модель
brand logo бренд логотип
advert advertisement advertising poster реклама рекламный плакат афиша
sign plaque вывеска табличка
facade plaster фасад штукатурка
brick concrete кирпич бетон
stair step lift elevator лестница ступень лифт подъёмник
cellar basement underground подвал
attic чердак
balcony terrace балкон терраса веранда
courtyard yard двор дворовый
fence hedge забор ограда
path trail footpath тропа тропинка дорожка
slide slope склон горка скат
dam weir reservoir плотина водохранилище
canal lock sluice channel канал шлюз
spring fountain well источник фонтан колодец
waterfall водопад
swamp marsh bog болото
desert sand dune пустыня песок дюна
cave пещера
valley meadow долина
steppe степь
crop potato посев посевы
plough tractor combine трактор комбайн
hay straw сено солома
apple orchard яблоня яблоневый
rose роза розы
leaf leaves лист листья
root корень корни
birch maple берёза клён
eagle hawk stork орёл ястреб
duck goose swan утка гусь лебедь
crow pigeon dove sparrow ворона голубь воробей
hedgehog squirrel mouse mice rat ёж белка мышь мыши крыса
deer elk moose олень лось
rabbit hare кролик заяц
elephant lion tiger monkey слон лев тигр обезьяна
snake lizard crocodile turtle змея ящерица крокодил черепаха
salmon trout sturgeon лосось форель осётр осетры
crab shrimp mussel краб креветка мидия
spider ant паук муравей
dinosaur fossil bone skeleton динозавр кости скелет окаменелость
breed variety порода сорт
feed fodder feeder кормить корм кормушка
shelter приют
milk milkmaid доярка доить
pair couple пара
twin twins близнец близнецы
orphan adopt сирота усыновить приёмный
uncle aunt дядя тётя
widow вдова вдовец
teenager teen youth подросток подростки молодёжь
adult взрослый
retiree retired retire veteran отставка ветеран
soldier officer captain капитан офицер
sailor crew экипаж моряки
hero brave герой смелый храбрый
king queen prince royal король королева принц королевский
knight рыцарь
slave раб
nation minority народ народный
culture cultural культура культурный
heritage monument наследие
history historian historical historic историк исторический
legend myth легенда миф
century medieval средневековый
excavate trench раскопать яма
treasure hoard клад сокровище
sword weapon gun меч оружие
bomb mine shell бомба снаряд
escape flee run побег бежать сбежать
arrest detain задержать арестовать
fraud swindle scam мошенник мошенничество
bribe corruption взятка коррупция
hacker attack хакер атака
password пароль
camera video film видео запись камера
record recording запись записать
sound noise звук шум
silence mute тишина
radio announcer диктор
journalist reporter press журналист пресса репортёр
interview интервью
blog blogger блогер
comment коммент
message text chat сообщение чат
game gamer игровой
artificial intelligence neural нейросеть искусственный
chip processor чип микросхема
currency crypto bitcoin валюта криптовалюта
share stock exchange акция биржа
profit revenue income прибыль доход выручка
loss losses damage убыток убытки ущерб
bankrupt insolvent банкрот банкротство
merge merger takeover acquire слияние поглощение
branch office subsidiary филиал отделение офис контора
market rival competitor конкурент соперник
licence permit permission лицензия разрешение
document passport certificate документ паспорт справка
form application заявление анкета
register registration регистрация зарегистрировать
citizen citizenship гражданин гражданство
pension benefit allowance пособие выплата
insurance insurer страховка страхование
subsidy grant субсидия грант
rent mortgage ипотека
property estate недвижимость
land plot allotment земля участок
heating boiler отопление котёл
pipe plumbing труба трубы
electricity bill счёт счета
lamp bulb лампочка
cable wire кабель провод
internet connection связь
antenna mast антенна вышка
laser лазер
metal scrap лом
chemical chemist chemistry химик химия химический
biologist biology zoologist биолог биология зоолог
geologist geology геолог
mathematician mathematics maths математик математика
historian professor профессор
inventor invent invention изобретатель изобретение изобрести
patent патент
method technology метод технология
research study survey исследование опрос
test check inspect inspection проверка проверить тест осмотр
result итог результат
error mistake bug ошибка
problem trouble difficulty проблема трудность
reason cause причина
question answer вопрос ответ ответить
list список
letter alphabet буква алфавит
number номер
size размер
shape form форма
line row ряд
circle round круг круглый
middle centre center середина центр
edge край
side сторона
north northern север северный
south southern юг южный
east eastern восток восточный
west western запад западный
top верх
bottom bed дно
hole gap дыра отверстие
light bright яркий светлый
dark darkness тёмный темнота
dirty dirt mud грязь грязный
beautiful beauty красивый красота
good best хороший лучше
bad worse worst плохой хуже
easy simple лёгкий простой
difficult hard трудный сложный
soft мягкий
sweet сладкий
bitter sour горький кислый
sharp острый
wet мокрый
fresh свежий
real genuine настоящий подлинный
same identical одинаковый
different other другой разный
together joint вместе совместный
whole entire целый весь
part piece часть кусок
enough достаточно
few мало
many much много
almost nearly почти
only just только
rope верёвка канат
knife нож
cup plate glass чашка тарелка стакан посуда
spoon fork ложка вилка
soap мыло
mirror зеркало
candle свеча
carpet ковёр
curtain занавес занавеска
pillow подушка
hat cap шапка шляпа
glove scarf перчатка шарф варежка
sock носок носки
pocket карман
suit uniform костюм форма мундир
jacket куртка
ball мяч
rope jump прыжок прыгать прыгнуть
throw бросить бросок
climb climber climbing восхождение альпинист лезть
fall slip падать падение
push pull толкать тянуть
cut резать
dig копать
cook bake fry печь испечь жарить
drink пить напиток
smell запах пахнуть
taste вкус
touch трогать
hear listen слышать слушать
see watch look видеть смотреть
remember memory помнить память
forget забыть
teach train training учить обучать обучение
study learn учиться
count calculate вычислить
read читать прочитать
sign signature подпись подписать
send sent отправить послать прислать
deliver courier доставка курьер
pay paid платить заплатить оплата
save economy экономить экономия
spend тратить потратить
earn заработок
owner own владеть
belong принадлежать
share делиться поделиться
thank grateful благодарность спасибо
sorry apologise apology извиниться извинение
wish желать
hope надежда надеяться
try attempt попытка попробовать
succeed success успех
fail failure провал
continue продолжить
prepare preparation готовиться подготовка
appear появиться появление
disappear vanish missing пропасть пропал исчезнуть
hide спрятать
protect protection защита защитить
destroy destruction разрушить уничтожить
attack нападение напасть
bite укусить
heal treat treatment cure лечить лечение вылечить
operate operation surgery surgeon операция хирург
pregnant birth рождение родить роды
sick ill заболеть болеть
tired усталый
hungry голод
wheelchair disabled инвалид коляска инвалидный
pram stroller коляска
deaf глухой
speech speak речь говорить
foreign abroad иностранный зарубежный
tradition old-fashioned старинный
religion faith вера религия
christian orthodox православный христианский
mosque muslim мечеть мусульманин
jewish synagogue еврейский синагога
easter пасха
holiday vacation каникулы отпуск
term semester четверть семестр
sunrise dawn рассвет восход
sunset dusk закат
midnight полночь
noon midday полдень
speed limit ограничение
light traffic светофор
pedestrian crossing пешеход переход
jam congestion пробка
`;

const meanings = new Map<string, number[]>();
for (const [at, line] of MEANINGS.trim().split('\n').entries())
	for (const word of line.split(' ')) {
		const { stem } = stemmed(fold(word));
		meanings.set(stem, [...(meanings.get(stem) ?? []), at]);
	}

/** What a stem may mean, as numbers of lines; none for a rarer word. */
export const meaningsOf = (stem: string): readonly number[] => meanings.get(stem) ?? [];
