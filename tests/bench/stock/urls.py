from django.urls import include, path
from rest_framework.authentication import TokenAuthentication
from rest_framework.generics import CreateAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.serializers import ModelSerializer

from tests.bench.stock.models import Shot


class ShotSerializer(ModelSerializer[Shot]):
    class Meta:
        model = Shot
        fields = "__all__"


class Shots(CreateAPIView[Shot]):
    authentication_classes = [TokenAuthentication]
    permission_classes = [IsAuthenticated]
    throttle_classes = []
    queryset = Shot._default_manager.all()
    serializer_class = ShotSerializer


urlpatterns = [path("stock/shots/", Shots.as_view()), path("", include("deploy.urls"))]
