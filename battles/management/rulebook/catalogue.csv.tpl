key,name,kind,nation,points,attack,armour,status,source
hare,Hare,vehicle,Blue,10,2,1,example,made up: replace me
boar,Boar,vehicle,Red,20,3,2,example,made up: replace me
smoke,Smoke,card,,1,,,example,made up: replace me
decoy,Decoy,card,,1,,,example,made up: replace me
